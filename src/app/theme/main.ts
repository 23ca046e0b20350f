import { applyTheme, chosenTheme } from './theme.js';

const apply = () => applyTheme(chosenTheme());

// Loaded in the page's head before anything is painted, so that a page in light does not begin with a dark flash.
apply();
matchMedia('(prefers-color-scheme: light)').addEventListener('change', apply);
// Console and director have no menu: they follow a choice that is made on another page of this device.
addEventListener('storage', apply);
