// The texts in Simplified Chinese that only the workbench needs.

import { zh as bringIn } from "../workbench/bring-in/zh.js";
import { zh as calculator } from "../workbench/calculator/zh.js";
import { zh as folding } from "../workbench/folding/zh.js";
import { zh as keys } from "../workbench/keys/zh.js";
import { zh as rate } from "../workbench/rate/zh.js";
import { zh as shape } from "../workbench/shape/zh.js";
import { zh as takeAway } from "../workbench/take-away/zh.js";
import { zh as tools } from "../workbench/tools/zh.js";

export const texts = {
  ...bringIn,
  ...calculator,
  ...folding,
  ...keys,
  ...rate,
  ...shape,
  ...takeAway,
  ...tools,
  "workbench.documentTitle": "edgebloom：工作台",
  "workbench.skip": "跳到键的输入框",
  "workbench.navHome": "演示",
  "workbench.navFilter": "过滤器",
  "workbench.navTools": "工具",
  "workbench.navBringIn": "其他系统",
  "workbench.navCalculator": "探测次数",
  "workbench.title": "工作台",
  "workbench.lead":
    "逐个键研究一个过滤器：换形状、测误判、折叠，还可以保存带走。如果从演示页过来，就是刚才那个过滤器。",
  "workbench.footer": "隐私：本页面不会向其他网站发送请求。你输入或拖入的内容都留在本机。",
};
