/** Apart from what asks the API: a page's script has no room for its schemas. */
export const BYTES_PER_GB = 1_000_000_000
