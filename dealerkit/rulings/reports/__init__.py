"""Reports of `dealerkit rule`, each as data for programs and as text for people."""
