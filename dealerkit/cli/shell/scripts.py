"""The completion scripts for each shell, and the places where the shells look for them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import attrs

from dealerkit import __version__

MARK: Final = "completion of dealerkit"
"""Text in the first lines of each script."""

_BASH: Final = r"""# completion of dealerkit VERSION for bash; `dealerkit completion install bash` writes it
_dealerkit() {
    local row how="" rest=()
    while IFS= read -r row; do
        if [[ -z $how ]]; then how=$row; else rest+=("$row"); fi
    done < <(_DEALERKIT_COMPLETE=bash COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORDBREAKS="$COMP_WORDBREAKS" "$1" 2>/dev/null)
    COMPREPLY=("${rest[@]}")
    case $how in
        *held) compopt -o nospace 2>/dev/null ;;
        files*) compopt -o default 2>/dev/null ;;
        folders*) compopt -o dirnames 2>/dev/null ;;
    esac
}
complete -o nosort -F _dealerkit dealerkit 2>/dev/null || complete -F _dealerkit dealerkit
"""

_ZSH: Final = r"""#compdef dealerkit
# completion of dealerkit VERSION for zsh; `dealerkit completion install zsh` writes it
_dealerkit() {
    local how row
    local -a rows values shown held
    rows=("${(@f)$(_DEALERKIT_COMPLETE=zsh "${(Q)words[1]}" "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    how=${rows[1]}
    for row in "${(@)rows[2,-1]}"; do
        [[ -n $row ]] || continue
        values+=("${row%%$'\t'*}")
        shown+=("${row%%$'\t'*}${${row#*$'\t'}:+  -- ${row#*$'\t'}}")
    done
    [[ $how == *held ]] && held=(-S '')
    (( $#values )) && compadd -l -V dealerkit "${held[@]}" -d shown -a values
    case $how in
        files*) _files ;;
        folders*) _files -/ ;;
    esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _dealerkit "$@"
else
    compdef _dealerkit dealerkit
fi
"""

_FISH: Final = r"""# completion of dealerkit VERSION for fish; `dealerkit completion install fish` writes it
function __dealerkit_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l rows (_DEALERKIT_COMPLETE=fish $words[1] $words[2..-1] "$current" 2>/dev/null)
    for row in $rows[2..-1]
        echo $row
    end
    switch "$rows[1]"
        case 'files*'
            __fish_complete_path "$current"
        case 'folders*'
            __fish_complete_directories "$current"
    end
end
complete -c dealerkit -e
complete -c dealerkit -f -k -a '(__dealerkit_complete)'
"""


@attrs.frozen
class Shell:
    """A shell with completion.

    Attributes:
        text: The script.
        variable: Environment variable with the user's folder of settings; if empty or relative, `home` is used.
        home: Default of that folder, below the user's home.
        place: Path of the script, below that folder.
        switch_on: The instruction for switching it on, with `{file}` and `{folder}`.
    """

    text: str
    variable: str
    home: str
    place: str
    switch_on: str

    def script(self) -> str:
        """Return the script that makes this shell ask dealerkit for completions."""
        return self.text.replace("VERSION", __version__)

    def path(self, environ: Mapping[str, str] = os.environ) -> Path:
        """Return the path of the script for this shell, for the current user alone."""
        named = environ.get(self.variable, "")
        folder = Path(named) if named and Path(named).is_absolute() else Path.home() / self.home
        return folder / self.place


SHELLS: Final[Mapping[str, Shell]] = {
    "bash": Shell(
        _BASH,
        "XDG_DATA_HOME",
        ".local/share",
        "bash-completion/completions/dealerkit",
        "It works in new terminal windows if the package bash-completion is installed; otherwise add this to ~/.bashrc: "
        "source {file}",
    ),
    "zsh": Shell(
        _ZSH,
        "XDG_DATA_HOME",
        ".local/share",
        "zsh/site-functions/_dealerkit",
        "Add this to ~/.zshrc, before compinit if it is there: fpath=({folder} $fpath); autoload -Uz compinit && compinit",
    ),
    "fish": Shell(_FISH, "XDG_CONFIG_HOME", ".config", "fish/completions/dealerkit.fish", "It works in new terminal windows."),
}
