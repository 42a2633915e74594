import { createContext } from 'react-router'
import type { FamilyRole } from '#vocabulary/family.ts'
import type { Fetch } from '#protocol/http.ts'
import type { LoginLeft } from '#protocol/platform.ts'
import type { ServiceStatus } from '#protocol/outage.ts'

export type Device = 'mobile' | 'desktop'

/** A static page's text and what its leading span says (spec 2.2). */
export type Fragment = {
  html: string
  title: string
  description: string
  date?: string
  version?: string
  /** JSON-LD blocks for search engines. */
  structuredData?: string[]
}

/** A place of the site that answers a question. */
export type SiteHit = {
  href: string
  page: string
  heading: string
  /** The text around the words of the question, cut at them. */
  excerpt: { text: string; isAsked: boolean }[]
}

/** The outage board: as it is, or the last that was known (`status.asOf`). */
export type KnownStatus = {
  status: ServiceStatus | undefined
  isCurrent: boolean
}

/** HTML from the provider's navigation service, cleaned; empty strings when it failed (spec 8). */
export type Navigation = { head: string; header: string; footer: string; mainContents: string }

/** What the server knows about one request to a page; the loaders' only door to the outside. */
export type PageContext = {
  /** The member API, in process or on another host; cookies and trace key go along. */
  fetch: Fetch
  /** Counts a file that is about to be made; false when it is one too many. */
  countFile: () => Promise<boolean>
  device: Device
  auth: { mvno_member: boolean; dmm_login: boolean }
  /** The role by which this login stands at the contract of another; undefined at one's own. */
  familyRole: FamilyRole | undefined
  /** How long the login lasts; undefined for visitors. */
  loginLeft: LoginLeft | undefined
  /** The form token of this session; empty for visitors, who have nothing to change. */
  xsrfToken: string
  /** Of forms around the page, where its own are for one thing alone: of the staff's console. */
  frameToken?: string
  traceKey: string
  origin: string
  /** When the page is made (RFC 3339). */
  madeAt: string
  /** The day in Japan, printed on paper. */
  today: string
  navigation: Navigation
  /** Finds a static page by its path in the build's manifest, never by joining paths. */
  fragment: (path: string) => Fragment | undefined
  /** Searches the site's own text. */
  search: (q: string) => SiteHit[]
  /** The outage board, without asking anybody. */
  outages: () => KnownStatus
  links: ExternalLinks
  announce: { scriptUrl: string } | undefined
  /** Whether my page registers its service worker, or lets it go. */
  hasWorker: boolean
  /** Where the browser reports errors and posts its log; an empty address means nowhere. */
  errorReporting: { dsn: string; logUrl: string } | undefined
  /** CSP nonce of a page that is not cached; undefined on public pages, which carry hashes. */
  nonce: string | undefined
  /** To the log and the error reporter. */
  reportError: (error: unknown) => void
  /** What loaders leave for the renderer: a fragment must not travel twice, so it is not loader data. */
  rendered: {
    fragment: string | undefined
    structuredData: string[]
    /** The document, which the renderer leaves for the server: its answer has no body of its own. */
    document?: string
  }
}

/** Addresses outside the site, from configuration. */
export type ExternalLinks = {
  faq: string
  inquiry: string
  talkFaq: string
  talkSite: string
  cardUpdate: string
  pointsPartner: string
}

export const pageContext = createContext<PageContext | null>(null)
