import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { until } from '../../api/faults/until.ts'
import { findOnPath, installSystemPackages } from '../../../tools/setup/system-package.ts'
import type { Client } from './lemonldap.ts'

/** Installs it where it is missing. @returns why the tests cannot run here: they are skipped with this sentence. */
export function whyNoGlewlwyd(): string | undefined {
  const isThere = () => findOnPath('glewlwyd') !== undefined
  if (!isThere()) installSystemPackages(['glewlwyd'], () => undefined)
  return isThere()
    ? undefined
    : 'These tests need Glewlwyd, and none is here or could be installed: sudo apt-get install glewlwyd'
}

/** The user that its own schema begins with, and what it may do. */
const admin = { username: 'admin', password: 'password' }
const TABLES = '/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz'

/** Glewlwyd on a SQLite file of its own, set up over its API as docs/logins.md says. */
export async function startGlewlwyd(folder: string, port: number, client: Client) {
  const at = (name: string) => join(folder, name)
  const url = `http://localhost:${port}`
  const database = new DatabaseSync(at('glewlwyd.db'))
  database.exec(gunzipSync(readFileSync(TABLES)).toString())
  database.close()
  writeFileSync(at('glewlwyd.conf'), configuration(folder, port))
  const child = spawn('glewlwyd', [`--config-file=${at('glewlwyd.conf')}`])
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    await until('Glewlwyd answers', async () => {
      if (child.exitCode !== null) throw new Error(said)
      return (await fetch(`${url}/config`).catch(() => undefined))?.ok === true
    })
    const desk = await createDesk(url, admin)
    const plugin = (keyId: string) => oidcPlugin(`${url}/api/oidc`, keyId, makeKey(at(keyId)))
    await desk.ask('POST', '/api/mod/plugin/', plugin('key-1'))
    for (const scope of scopes) await desk.ask('POST', '/api/scope/', scope)
    await desk.ask('PUT', '/api/scope/openid', openid)
    await desk.ask('POST', '/api/user/', user)
    await desk.ask('POST', '/api/client/', clientOf(client))
    return {
      url: `${url}/api/oidc`,
      base: url,
      log: () => said,
      rotateKeys: async () => {
        await desk.ask('PUT', '/api/mod/plugin/oidc', plugin('key-2'))
        await desk.ask('PUT', '/api/mod/plugin/oidc/reset/', {})
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Whoever is logged in by the API, as the pages of its own would do it. */
export async function createDesk(url: string, who: { username: string; password: string }) {
  const cookies = new Map<string, string>()
  async function fetchWith(path: string, method: string, body?: unknown) {
    const answer = await fetch(path.startsWith('http') ? path : `${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  /** @throws Error with what it said, where it refuses */
  async function ask(method: string, path: string, body?: unknown) {
    const answer = await fetchWith(path, method, body)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  await ask('POST', '/api/auth/', who)
  return { ask, open: (address: string) => fetchWith(address, 'GET') }
}

export const typedUser = { username: 'sato', password: 'hibiki-demo-1' }

const user = {
  ...typedUser,
  name: '佐藤 美咲',
  email: 'misaki@example.jp',
  enabled: true,
  scope: ['openid', 'profile'],
}

const scopes = [{ name: 'profile', display_name: 'profile', password_required: false }]
const openid = {
  name: 'openid',
  display_name: 'openid',
  password_required: true,
  password_max_age: 600,
}

const clientOf = ({ id, secret, redirectUri, afterLogout }: Client) => ({
  client_id: id,
  name: 'portal',
  enabled: true,
  confidential: true,
  password: secret,
  client_secret: secret,
  redirect_uri: [redirectUri],
  authorization_type: ['code'],
  token_endpoint_auth_method: ['client_secret_post'],
  post_logout_redirect_uri: afterLogout,
  scope: ['openid', 'profile'],
})

/** A certificate, of which the public key is shown as a JWK by the plugin. */
function makeKey(name: string) {
  spawnSync('openssl', ['genrsa', '-traditional', '-out', `${name}.pem`, '2048'])
  const shown = spawnSync('openssl', ['rsa', '-in', `${name}.pem`, '-pubout'])
  return { private: readFileSync(`${name}.pem`, 'utf8'), public: shown.stdout.toString() }
}

const oidcPlugin = (issuer: string, keyId: string, key: ReturnType<typeof makeKey>) => ({
  module: 'oidc',
  name: 'oidc',
  display_name: 'OpenID Connect',
  enabled: true,
  parameters: {
    iss: issuer,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: key.private,
    cert: key.public,
    'default-kid': keyId,
    'jwks-show': true,
    'access-token-duration': 3600,
    'refresh-token-duration': 1209600,
    'code-duration': 600,
    'refresh-token-rolling': true,
    'allow-non-oidc': false,
    'auth-type-code-enabled': true,
    'auth-type-token-enabled': false,
    'auth-type-implicit-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'auth-type-refresh-enabled': false,
    'pkce-allowed': true,
    'pkce-method-plain-allowed': false,
    'subject-type': 'public',
    'session-management-allowed': true,
    'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
    'session-cookie-expiration': 2419200,
    'name-claim': 'no',
    'email-claim': 'no',
    claims: [
      { name: 'displayName', 'user-property': 'name', type: 'string', mandatory: true, scope: [] },
      { name: 'mail', 'user-property': 'email', type: 'string', mandatory: true, scope: [] },
      { name: 'login', 'user-property': 'username', type: 'string', mandatory: true, scope: [] },
    ],
  },
})

const configuration = (folder: string, port: number) => `port=${port}
bind_address="127.0.0.1"
external_url="http://localhost:${port}"
login_url="login.html"
api_prefix="api"
static_files_path="/usr/share/glewlwyd/webapp/"
log_mode="console"
log_level="WARNING"
cookie_domain=""
cookie_secure=0
session_expiration=2419200
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="/usr/lib/glewlwyd/user"
client_module_path="/usr/lib/glewlwyd/client"
user_middleware_module_path="/usr/lib/glewlwyd/user_middleware"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
hash_algorithm = "SHA512"
database = { type = "sqlite3"; path = "${folder}/glewlwyd.db"; };
`
