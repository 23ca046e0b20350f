/** The arcs a ship can have, by the names of the scene file. */
export const ARC_NAMES = ['front', 'rear', 'left', 'right', 'fullFront', 'fullRear', 'bullseye'] as const;

/** The default arcs of a ship. */
export const DEFAULT_ARCS = ['front', 'bullseye'] as const;
