import { pages } from '#vocabulary/pages.ts'

export const userPlace = { href: pages.user, label: 'お客さま情報' }
