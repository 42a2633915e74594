import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../api/faults/until.ts'
import { installSystemPackages } from '../../../tools/setup/system-package.ts'

const PROGRAM = '/usr/share/lemonldap-ng/portal/htdocs/index.psgi'
const DEFAULTS = '/var/lib/lemonldap-ng/conf/lmConf-1.json'
/** With what Debian only recommends or suggests, and it does not start without; and what Perl calls it. */
const packages: Readonly<Record<string, string>> = {
  'lemonldap-ng': 'Lemonldap::NG::Common',
  'libplack-perl': 'Plack',
  'libstring-random-perl': 'String::Random',
  'libgd-securityimage-perl': 'GD::SecurityImage',
  'libimage-magick-perl': 'Image::Magick',
  'libio-string-perl': 'IO::String',
  'libmime-tools-perl': 'MIME::Entity',
  'libemail-sender-perl': 'Email::Sender',
  'libcrypt-openssl-bignum-perl': 'Crypt::OpenSSL::Bignum',
}
const names = Object.keys(packages)
const missing = () =>
  spawnSync('perl', [...Object.values(packages).map((name) => `-M${name}`), '-e', '1']).status !== 0

/** Installs it where it is missing. @returns why the tests cannot run here: they are skipped with this sentence. */
export function whyNoLemonldap(): string | undefined {
  if (missing()) installSystemPackages(names, () => undefined)
  return missing()
    ? `These tests need LemonLDAP::NG, and none is here or could be installed: sudo apt-get install ${names.join(' ')}`
    : undefined
}

export type Client = {
  readonly id: string
  readonly secret: string
  readonly redirectUri: string
  readonly afterLogout: string
}

/** LemonLDAP::NG with its demonstration users, and docs/logins.md as its configuration. */
export async function startLemonldap(folder: string, port: number, client: Client) {
  const at = (name: string) => join(folder, name)
  for (const name of ['conf', 'sessions/lock', 'psessions/lock'])
    mkdirSync(at(name), { recursive: true })
  const url = `http://127.0.0.1:${port}`
  let edition = 0
  /** Its configuration has a number; the next one is taken within a second. */
  const configure = (keyId: string) => {
    edition += 1
    const settings = settingsOf({ url, client, keyId, key: makeKey(at(keyId)), at })
    const text = JSON.stringify({ ...readDefaults(), ...settings, cfgNum: edition })
    writeFileSync(at(`conf/lmConf-${edition}.json`), text)
  }
  configure('key-1')
  writeFileSync(at('lemonldap-ng.ini'), iniOf(folder))
  const child = spawn('plackup', ['--host', '127.0.0.1', '--port', String(port), PROGRAM], {
    env: { ...process.env, LLNG_DEFAULTCONFFILE: at('lemonldap-ng.ini') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  await until('LemonLDAP::NG answers', async () => {
    if (child.exitCode !== null) throw new Error(said)
    const answer = await fetch(`${url}/.well-known/openid-configuration`).catch(() => undefined)
    return answer?.ok === true
  }).catch(async (error: unknown) => {
    await stop()
    throw new Error(said.slice(0, 2000), { cause: error })
  })
  return {
    url,
    log: () => said,
    rotateKeys: () => configure('key-2'),
    keysShown: async () => (await fetch(`${url}/oauth2/jwks`)).text(),
    stop,
  }
}

const readDefaults = (): object => JSON.parse(readFileSync(DEFAULTS, 'utf8'))

/** RSA, as PEM. */
function makeKey(name: string) {
  spawnSync('openssl', ['genrsa', '-traditional', '-out', `${name}.pem`, '2048'])
  const shown = spawnSync('openssl', ['rsa', '-in', `${name}.pem`, '-pubout'])
  return { private: readFileSync(`${name}.pem`, 'utf8'), public: shown.stdout.toString() }
}

/** Without a cache of its own, so that a new edition counts at once. */
const iniOf = (folder: string) => `[all]
logLevel = notice
checkTime = 1
[configuration]
type = File
dirName = ${folder}/conf
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`

type Wanted = {
  readonly url: string
  readonly client: Client
  readonly keyId: string
  readonly key: { readonly private: string; readonly public: string }
  readonly at: (name: string) => string
}

const settingsOf = ({ url, client, keyId, key, at }: Wanted) => ({
  portal: `${url}/`,
  domain: '127.0.0.1',
  securedCookie: 0,
  requireToken: 0,
  authentication: 'Demo',
  userDB: 'Same',
  passwordDB: 'Demo',
  globalStorageOptions: {
    Directory: at('sessions'),
    LockDirectory: at('sessions/lock'),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  },
  persistentStorageOptions: { Directory: at('psessions'), LockDirectory: at('psessions/lock') },
  localSessionStorage: '',
  // A second factor at every login, so that acr always says so; one of the demonstration users has none.
  ext2fActivation: '$uid ne "rtyler"',
  // The command looks the code over; else LemonLDAP::NG makes one of its own.
  ext2fCodeActivation: 0,
  ext2FSendCommand: '/bin/true',
  ext2FValidateCommand: '/usr/bin/test $code = 123456',
  ext2fAuthnLevel: 5,
  // prompt=login counts at once; its own default lets a login of the last five seconds pass.
  portalForceAuthnInterval: 0,
  issuerDBOpenIDConnectActivation: 1,
  oidcServiceAllowAuthorizationCodeFlow: 1,
  oidcServiceMetaDataIssuer: url,
  oidcServicePrivateKeySig: key.private,
  oidcServicePublicKeySig: key.public,
  oidcServiceKeyIdSig: keyId,
  oidcServiceMetaDataAuthnContext: { 'loa-1': 1, 'loa-5': 5 },
  oidcRPMetaDataExportedVars: { portal: { displayName: 'cn', mail: 'mail', login: 'uid' } },
  oidcRPMetaDataOptionsExtraClaims: { portal: { profile: 'displayName login', email: 'mail' } },
  oidcRPMetaDataOptions: {
    portal: {
      oidcRPMetaDataOptionsClientID: client.id,
      oidcRPMetaDataOptionsClientSecret: client.secret,
      oidcRPMetaDataOptionsRedirectUris: client.redirectUri,
      oidcRPMetaDataOptionsPostLogoutRedirectUris: client.afterLogout,
      oidcRPMetaDataOptionsLogoutBypassConfirm: 1,
      oidcRPMetaDataOptionsBypassConsent: 1,
      oidcRPMetaDataOptionsRequirePKCE: 1,
      oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
      oidcRPMetaDataOptionsIDTokenExpiration: 3600,
    },
  },
})
