// What reads dumps of whichever class, with the second module. (In a file of its own: bundlers that split code keep it
// away from those who do not use it.)

import { fromResponse as fetchAny, load as loadAny } from "./load.js";
import { readHeader as readAny } from "./read-header.js";
import { withModule } from "./with-variants.js";

export const fromResponse = /* @__PURE__ */ withModule(fetchAny);
export const load = /* @__PURE__ */ withModule(loadAny);
export const readHeader = /* @__PURE__ */ withModule(readAny);
