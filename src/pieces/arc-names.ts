/** The arcs a ship can have, by the names of the scene file. */
export const ARC_NAMES = ['front', 'rear', 'left', 'right', 'fullFront', 'fullRear', 'bullseye'] as const;

/** The arcs of a ship about which nothing is said. */
export const DEFAULT_ARCS = ['front', 'bullseye'] as const;
