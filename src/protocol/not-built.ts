import type { api } from './index.ts'

/**
 * Operations whose area is not built yet: they answer 501. Each issue that builds one takes it out; at the end this
 * file goes. Every other operation has a handler, or the server does not compile.
 */
export const notBuilt = [
  'assuredDeviceListGet',
  'assuredDeviceSelectMenuGet',
  'assuredDeviceSelectMenuPost',
] as const satisfies readonly (keyof typeof api)[]

export type NotBuilt = (typeof notBuilt)[number]

export const isNotBuilt = (operation: string): boolean =>
  notBuilt.some((name) => name === operation)
