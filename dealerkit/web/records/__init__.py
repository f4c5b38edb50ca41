"""Records: looking through files, replaying hands act by act, filtering findings and downloading them."""
