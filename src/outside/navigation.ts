import { z } from 'zod'
import type { OutsideSystem } from './operation.ts'
import { instant } from './words.ts'

/** HTML strings (spec 3, Navigation response). */
export const navigationHtml = z.object({
  head: z.string(),
  header: z.string(),
  footer: z.string(),
  main_contents: z.string(),
})

const flag = z.enum(['0', '1'])

export const navigation = {
  name: 'navigation',
  title: 'Navigation service',
  description: "The provider's header and footer, asked by the portal's server (spec 7.2).",
  operations: {
    navigation: {
      method: 'GET',
      path: '/',
      summary: 'Header and footer for a page',
      isSecret: false,
      parameters: z.object({
        is_sp: flag,
        dmm_login: flag,
        mvno_member: flag,
        back_path: z.string().max(2000),
      }),
      answers: { 200: { schema: navigationHtml } },
    },
  },
} as const satisfies OutsideSystem

export const announcementItem = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  level: z.enum(['info', 'important']),
  from: instant,
  to: instant.nullable(),
  url: z.url().nullable().optional().meta({ description: "The item's own notice" }),
})

export const announcement = {
  name: 'announcement',
  title: 'Announcement service',
  description: 'A bar of announcements: a script for the browser, and the items behind it.',
  operations: {
    script: {
      method: 'GET',
      path: '/bar.js',
      summary: 'Sets window.AnnounceBar',
      isSecret: false,
      answers: { 200: { schema: z.string(), media: 'text/javascript' } },
    },
    items: {
      method: 'GET',
      path: '/items',
      summary: 'What is valid now at a place',
      isSecret: false,
      parameters: z.object({
        placeId: z.string().regex(/^\d+$/),
        size: z.string().regex(/^([1-9]|10)$/),
      }),
      answers: { 200: { schema: z.object({ items: z.array(announcementItem) }) } },
    },
  },
} as const satisfies OutsideSystem
