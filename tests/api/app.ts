import { createApp } from '#server/app.ts'
import { createCookies } from '#server/session/cookies.ts'
import type { Services } from '#server/services.ts'
import { noOrigins } from './no-origins.ts'

type Parts = Parameters<typeof createApp>[0]

/** The web server's application over a test's services: no other origin is let in, and no page is public. */
export const appOver = (services: Services, parts: Partial<Parts> = {}) =>
  createApp({
    services,
    pages: { render: async () => ({ response: new Response('page'), isWhole: true }) },
    cookies: createCookies(services.config.PUBLIC_URL),
    origins: noOrigins,
    health: async () => new Response('ok'),
    ready: async () => new Response('ok'),
    isPublicPage: () => false,
    development: false,
    ...parts,
  })
