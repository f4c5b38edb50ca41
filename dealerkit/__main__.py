"""`python -m dealerkit` is the same as `dealerkit`."""

from dealerkit.cli.main import main

if __name__ == "__main__":
    main(prog_name="dealerkit")
