"""Files of dealerkit: their folders, writing them whole, searching full text, and making text safe for a screen."""
