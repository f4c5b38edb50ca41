"""`python -m dealerkit` is the same as `dealerkit`."""

from dealerkit.cli.start import main

if __name__ == "__main__":
    main()
