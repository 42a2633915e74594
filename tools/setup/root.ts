import { dirname } from 'node:path'

/** The checkout that this tool belongs to. */
export const root = dirname(dirname(import.meta.dirname))
