/**
 * Operating systems, stored as their place in this list, counted from 1; 0 where unknown. New names are added at the
 * end, and none is removed.
 */
export const osNames = [
  'Android',
  'iOS',
  'Windows',
  'macOS',
  'Linux',
  'Chrome OS',
  'HarmonyOS',
  'Windows Phone',
  'BlackBerry',
  'Tizen',
  'WebOS',
  'Roku',
  'PlayStation 4',
  'Bada',
] as const
