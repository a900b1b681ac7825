"use strict";
// Where the program lies on its host: below "/", or below "/cards/" where a proxy gives it a part of a host.
// Script knows from its own address: scripts of pages lie one folder below, the service worker does not.

const ROOT = new URL(...(self.document ? ["..", document.currentScript.src] : [".", location])).pathname;

// Begins the names of what this phone stores, so that nothing is mixed up with another program on the host.
const STORED_FOR = ROOT === "/" ? "" : ROOT;

// The path of a page without the root, as it is stored; undefined where it belongs to another program.
const pathBelowRoot = (path) => path?.startsWith(ROOT) ? path.slice(ROOT.length - 1) : undefined;

const pathOnHost = (path) => ROOT + path.slice(1);
