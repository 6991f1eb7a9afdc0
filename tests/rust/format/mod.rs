//! Dumps: that they load as what they were, and that nothing else loads.

mod forgery;
mod golden;
mod loading;
mod native;
