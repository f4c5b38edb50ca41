"""The web server: dealing, drills, exams, classes and the dispute desk in a browser, on the same engine as the commands."""
