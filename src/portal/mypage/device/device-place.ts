import { pages } from '#vocabulary/pages.ts'

export const devicePlace = { href: pages.devices, label: '端末' }
