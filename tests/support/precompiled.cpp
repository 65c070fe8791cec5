// Nothing but the precompiled header; main comes from Catch2WithMain.
