import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { workerFile } from '#vocabulary/pages.ts'
import { storeBody, uncompressed } from '../edge/compression.ts'
import {
  contentSecurityPolicy,
  securityHeaders,
  type SecurityOrigins,
} from '../edge/security-headers.ts'
import { etagOf, type StoredAnswer } from '../edge/stored-answer.ts'

/** What is served beside pages and not read from the folder: lists for machines. */
export type MadeFile = {
  path: string
  type: string
  /** Called when the file is first asked for, and once more for each edition. */
  make: () => { text: string; modifiedAt?: string }
  /** A page of any origin may read it (CORS): it is the same for everybody, and the request needs no cookie. */
  readFromAnywhere?: boolean
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mobileconfig': 'application/x-apple-aspen-config',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
const compressible = /^text\/|json|xml|javascript|aspen/
const YEAR_SECONDS = 31_536_000
const fingerprint = /-[\w-]{8}\.\w+$/

/**
 * The build's files, found by their exact path in a list made at the start, never by joining what was asked for; source
 * maps are not among them (spec 2.2). Each is read and compressed when it is first asked for.
 */
export function createStaticFiles(options: {
  folder: string | undefined
  made: () => MadeFile[]
  origins: SecurityOrigins
  /** In development files change under us: each is read anew. */
  development: boolean
  /** Made files may print prices and outages: in another edition they are made anew. */
  edition: () => string
}) {
  const { folder, development } = options
  const listed = development ? undefined : list()
  const answers = new Map<string, Promise<StoredAnswer>>()
  let editionOfAnswers = options.edition()

  function list() {
    const names = folder ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
    const paths = names.filter((name) => extname(name) in types).map((name) => `/${name}`)
    return new Set([...paths, ...options.made().map((file) => file.path)])
  }

  const has = (path: string) => (listed ?? list()).has(path)

  /** The file of a path that `has` knows. */
  function get(path: string): Promise<StoredAnswer> {
    if (editionOfAnswers !== options.edition()) {
      editionOfAnswers = options.edition()
      for (const made of options.made()) answers.delete(made.path)
    }
    const known = development ? undefined : answers.get(path)
    if (known) return known
    const file = store(path)
    answers.set(path, file)
    file.catch(() => answers.delete(path))
    return file
  }

  async function store(path: string): Promise<StoredAnswer> {
    const file = options.made().find((one) => one.path === path)
    const made = file?.make()
    const identity = made ? Buffer.from(made.text) : readFileSync(join(folder ?? '', path))
    const type = file?.type ?? types[extname(path)] ?? 'application/octet-stream'
    const isText = compressible.test(type)
    const body = isText ? await storeBody(identity) : uncompressed(identity)
    return Object.assign(body, {
      status: 200,
      etag: etagOf(identity),
      headers: {
        ...headersFor(path, type, options.origins),
        'content-type': type,
        'cache-control': fingerprint.test(path)
          ? `public, max-age=${YEAR_SECONDS}, immutable`
          : 'no-cache',
        ...(isText ? { vary: 'Accept-Encoding' } : {}),
        ...(file?.readFromAnywhere ? { 'access-control-allow-origin': '*' } : {}),
        ...(made?.modifiedAt === undefined
          ? {}
          : { 'last-modified': new Date(made.modifiedAt).toUTCString() }),
      },
    })
  }

  return { has, get }
}

/**
 * A page's worth of headers only for what a browser may show as a page; a script or a picture needs none of them, and
 * twenty scripts with 700 bytes each would weigh as much as two more.
 */
function headersFor(path: string, type: string, origins: SecurityOrigins): Record<string, string> {
  if (/html|xml|svg/.test(type))
    return {
      ...securityHeaders(origins),
      'content-security-policy': contentSecurityPolicy(origins),
    }
  return {
    'x-content-type-options': 'nosniff',
    // A worker lives under the policy of its own file: it asks us for pages, and nobody else.
    'content-security-policy':
      path === workerFile ? "default-src 'none'; connect-src 'self'" : "default-src 'none'",
  }
}
