import { apnProfilePath } from '../apn.ts'
import { feedPath } from '../feed.ts'
import type { KnownPaths } from './links.ts'

/** Screens of the member area (ours), as static pages may link to them. */
const memberScreens = [
  'top',
  'contract',
  'plan/change',
  'data/usage',
  'data/charge',
  'data/notification',
  'call',
  'billing/top',
  'billing/pay',
  'invoice',
  'invoice/return',
  'sim/add',
  'sim/change',
  'sim/cancel',
  'order',
  'portout',
  'option',
  'device',
  'document',
  'initial-cancel',
  'user',
  'personal',
  'optin',
  'point',
  'enquete',
]

export const knownPaths: KnownPaths = new Set([
  ...memberScreens.map((screen) => `/mypage/${screen}.html`),
  '/mypage/lite',
  '/auth/login',
  '/auth/logout',
  '/login_back.html',
  '/sitemap.xml',
  '/robots.txt',
  feedPath,
  `/${apnProfilePath}`,
])
