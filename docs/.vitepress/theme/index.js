// VitePress's theme with the colours and faces of the demo page.

import DefaultTheme from "vitepress/theme-without-fonts";
import "../../../www/style/tokens.css";
import "../../../www/style/fonts.css";
import "./theme.css";

export default DefaultTheme;
