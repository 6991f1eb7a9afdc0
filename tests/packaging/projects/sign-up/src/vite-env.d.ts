/// <reference types="unplugin-edgebloom/filter" />
