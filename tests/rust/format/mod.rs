//! Filter files: they load as the filter that was saved. Other bytes do not load.

mod golden;
mod loading;
mod native;
