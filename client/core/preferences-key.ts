/** The localStorage key of the preferences. In a file of its own, since the first frame reads them before the console's code is loaded. */
export const preferencesKey = 'assay.preferences'
