import { createECDH, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Clock } from '#backend/clock.ts'
import { startCard } from '#demo/stand-ins/card/start.ts'
import { startIdentity } from '#demo/stand-ins/identity/start.ts'
import { directoryGroups, directoryPeople } from '#demo/stand-ins/directory/people.ts'
import { startDirectory } from '#demo/stand-ins/directory/start.ts'
import { startCarrier } from '#demo/stand-ins/carrier/start.ts'
import { startPoints } from '#demo/stand-ins/platform/points.ts'
import { SECOND_FACTOR_ACR } from '#demo/stand-ins/platform/second-factor-policy.ts'
import { startPushService } from '#demo/stand-ins/push/start.ts'
import { startSealStore } from '#demo/stand-ins/seal-store/start.ts'
import { startLetters } from '#demo/stand-ins/letter/start.ts'
import { startPlatform } from '#demo/stand-ins/platform/start.ts'
import type { Config } from '#server/config/config.ts'
import { ownOrigins, pushServices } from '#server/config/values.ts'
import type { ConsoleConfig } from '#server/console/config.ts'
import {
  DEMO_PASSWORD,
  demoMembers,
  mailOf,
  partnerIdOf,
  subjectOf,
} from '#demo/seed/demo-members.ts'

const CLIENT_ID = 'portal'
const CONSOLE_CLIENT_ID = 'console'
/** What the demo's people have gathered with the points partner elsewhere. */
const DEMO_POINTS = 1200
const secretNames = [
  'session',
  'sealing',
  'oidc',
  'carrier',
  'carrierCallback',
  'card',
  'cardCallback',
  'identity',
  'identityCallback',
  'platform',
  'services',
  'points',
  'pointsWire',
  'consoleSession',
  'directory',
  'sealStore',
  'letters',
  'push',
] as const
const secretsSchema = z.record(z.enum(secretNames), z.string())
type Secrets = z.output<typeof secretsSchema>

/** A proxy in front of the demo: the address it answers at, and the addresses it calls from. */
export type InFront = { publicUrl?: string; proxies: string[] }

/** Starts the stand-ins as separate HTTP servers and gives the configuration that points at them. */
export async function startStandIns(options: {
  dataFolder: string
  databaseUrl: string
  port: number
  clock: Clock
  /** The database knows no contract: what the stand-ins remember belongs to another one. */
  withoutPast: boolean
  inFront?: InFront | undefined
  log: (line: string) => void
}): Promise<{
  config: Config
  console: ConsoleConfig
  goLive: () => void
  stop: () => Promise<void>
}> {
  const { dataFolder, port } = options
  const mailFolder = join(dataFolder, 'mail')
  mkdirSync(mailFolder, { recursive: true })
  const secrets = readSecrets(join(dataFolder, 'secrets.json'))
  const ownUrl = `http://localhost:${port}`
  const publicUrl = options.inFront?.publicUrl ?? ownUrl
  const shared = { port: 0, now: options.clock.now }
  const platform = await startPlatform({
    ...shared,
    dataFile: join(dataFolder, 'platform.sqlite'),
    secret: secrets.platform,
    servicesSecret: secrets.services,
    accounts: demoMembers.map((member) => ({
      sub: subjectOf(member.loginId),
      loginId: member.loginId,
      password: DEMO_PASSWORD,
      name: member.name,
      email: mailOf(member.loginId),
      mvnoMember: member.mvnoMember,
    })),
    clients: [
      {
        clientId: CLIENT_ID,
        clientSecret: secrets.oidc,
        redirectUris: [`${publicUrl}/auth/callback`],
        postLogoutRedirectUris: [`${publicUrl}/`],
      },
    ],
    returnOrigins: [publicUrl],
    mailFolder,
  })
  /** The data of a stand-in into which the seed writes a past. */
  const fileOfPast = (name: string) => {
    const file = join(dataFolder, `${name}.sqlite`)
    if (options.withoutPast)
      for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
    return file
  }
  // The seed makes the past hour by hour: traffic of the last hours would overtake it on a slow machine.
  let isLive = !options.withoutPast
  const carrier = await startCarrier({
    ...shared,
    isLive: () => isLive,
    dataFile: fileOfPast('carrier'),
    secret: secrets.carrier,
    callbackUrl: `${ownUrl}/callbacks/carrier`,
    callbackSecret: secrets.carrierCallback,
    consentUrl: `${publicUrl}/mypage/portout/consent.html`,
  })
  options.log(`Mail that the demo sends: ${platform.url}/mail`)
  options.log(`Text messages that the demo sends: ${carrier.url}/messages`)
  options.log(`Another carrier to take a number to (one-stop): ${carrier.url}/one-stop`)
  options.log(`A phone that reads the code of an eSIM: ${carrier.url}/phone`)
  const identity = await startIdentity({
    ...shared,
    dataFile: join(dataFolder, 'identity.sqlite'),
    secret: secrets.identity,
    callbackUrl: `${ownUrl}/callbacks/identity`,
    callbackSecret: secrets.identityCallback,
    returnOrigins: [publicUrl],
  })
  const card = await startCard({
    ...shared,
    dataFile: fileOfPast('card'),
    secret: secrets.card,
    callbackUrl: `${ownUrl}/callbacks/card`,
    callbackSecret: secrets.cardCallback,
  })
  const points = await startPoints({
    ...shared,
    dataFile: fileOfPast('points'),
    secret: secrets.pointsWire,
    accounts: demoMembers.map(({ loginId, name }) => ({
      sub: partnerIdOf(loginId),
      loginId,
      password: DEMO_PASSWORD,
      name,
      points: DEMO_POINTS,
    })),
    clients: [
      {
        clientId: CLIENT_ID,
        clientSecret: secrets.points,
        redirectUris: [`${publicUrl}/point/return`],
        postLogoutRedirectUris: [],
      },
    ],
  })
  const consolePort = await freePort(port + 1)
  // Cookies know no port: by its number the machine is another host than `localhost`, and neither part is sent the other's.
  const consoleUrl = `http://127.0.0.1:${consolePort}`
  const directory = await startDirectory({
    ...shared,
    dataFile: join(dataFolder, 'directory.sqlite'),
    people: directoryPeople,
    password: DEMO_PASSWORD,
    clients: [
      {
        clientId: CONSOLE_CLIENT_ID,
        clientSecret: secrets.directory,
        redirectUris: [`${consoleUrl}/auth/callback`],
        postLogoutRedirectUris: [`${consoleUrl}/login?why=out`],
      },
    ],
    mailFolder,
    log: options.log,
  })
  const console: ConsoleConfig = {
    CONSOLE_URL: consoleUrl,
    CONSOLE_PORT: consolePort,
    CONSOLE_SESSION_SECRET: secrets.consoleSession,
    CONSOLE_OIDC_ISSUER: directory.url,
    CONSOLE_OIDC_CLIENT_ID: CONSOLE_CLIENT_ID,
    CONSOLE_OIDC_CLIENT_SECRET: secrets.directory,
    CONSOLE_OIDC_SCOPE: 'openid profile email groups',
    CONSOLE_OIDC_SECOND_FACTOR_ACR: SECOND_FACTOR_ACR,
    CONSOLE_OIDC_GROUPS_CLAIM: 'groups',
    CONSOLE_GROUPS: directoryGroups,
  }
  // Of this database: a fresh one begins its seals anew.
  const sealStore = await startSealStore({
    ...shared,
    dataFile: fileOfPast('seal-store'),
    secret: secrets.sealStore,
  })
  const letters = await startLetters({
    ...shared,
    dataFile: fileOfPast('letters'),
    secret: secrets.letters,
  })
  options.log(`Letters that the demo posts: ${letters.url}`)
  const push = await startPushService({
    ...shared,
    dataFile: join(dataFolder, 'push.sqlite'),
  })
  options.log(`What the demo's phones are told: ${push.url}`)
  const config: Config = {
    production: false,
    PORT: port,
    HOST: process.env['HOST'],
    DRAIN_SECONDS: 0,
    METRICS_PORT: undefined,
    PUBLIC_URL: publicUrl,
    APP_WORKER: process.env['APP_WORKER'] === 'off' ? 'off' : 'on',
    TRUSTED_PROXIES: options.inFront?.proxies ?? [],
    DATABASE_URL: options.databaseUrl,
    LOG_LEVEL: 'warn',
    SESSION_SECRET: secrets.session,
    SEALING_SECRET: secrets.sealing,
    SEALING_KEY_ID: 'k1',
    SEALING_ALSO_OPENS: [],
    OIDC_ISSUER: platform.url,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: secrets.oidc,
    OIDC_SECOND_FACTOR_ACR: SECOND_FACTOR_ACR,
    OIDC_SCOPE: 'openid profile email mvno',
    OIDC_CLAIMS: {},
    NAVIGATION_URL: `${platform.url}/navi`,
    ANNOUNCE_SCRIPT_URL: `${platform.url}/announce/bar.js`,
    CARRIER_URL: carrier.url,
    CARRIER_SECRET: secrets.carrier,
    CARRIER_CALLBACK_SECRET: secrets.carrierCallback,
    CARD_URL: card.url,
    CARD_SECRET: secrets.card,
    CARD_CALLBACK_SECRET: secrets.cardCallback,
    IDENTITY_URL: identity.url,
    IDENTITY_SECRET: secrets.identity,
    IDENTITY_CALLBACK_SECRET: secrets.identityCallback,
    ONE_STOP_RETURN_ORIGINS: [new URL(carrier.url).origin],
    FAQ_URL: `${publicUrl}/support/faq.html`,
    INQUIRY_URL: `${publicUrl}/support/contact.html`,
    TALK_FAQ_URL: `${platform.url}/faq`,
    TALK_SITE_URL: publicUrl,
    CARD_UPDATE_URL: `${platform.url}/card`,
    CARD_UPDATE_SECRET: secrets.platform,
    GROUP_SERVICES_URL: `${platform.url}/services`,
    GROUP_SERVICES_SECRET: secrets.services,
    POINTS_PARTNER_URL: platform.url,
    POINTS_ISSUER: points.url,
    POINTS_CLIENT_ID: CLIENT_ID,
    POINTS_CLIENT_SECRET: secrets.points,
    POINTS_URL: points.url,
    POINTS_SECRET: secrets.pointsWire,
    PLAIN_TEXT_HOSTS: [],
    MAIL_URL: pathToFileURL(mailFolder).href,
    MAIL_FROM: 'info@example.jp',
    ...pushKeysOf(secrets.push),
    PUSH_SUBJECT: 'mailto:info@example.jp',
    // The browsers' own services too: whoever tries the demo may let a browser be told.
    PUSH_SERVICES: [...pushServices.parse(undefined), push.url],
    LETTER_URL: letters.url,
    LETTER_SECRET: secrets.letters,
    WEBHOOK_OWN_ORIGINS: ownOrigins.parse(process.env['WEBHOOK_OWN_ORIGINS']),
    AUDIT_SEAL_URL: sealStore.url,
    AUDIT_SEAL_SECRET: secrets.sealStore,
    ERROR_REPORT_DSN: process.env['ERROR_REPORT_DSN'],
    LOG_POST_URL: process.env['LOG_POST_URL'],
  }
  return {
    config,
    console,
    goLive: () => {
      isLive = true
    },
    stop: async () => {
      await Promise.all(
        [platform, carrier, identity, card, points, directory, sealStore, letters, push].map(
          (standIn) => standIn.close(),
        ),
      )
    },
  }
}

/** A pair of keys out of 32 random bytes: they are a private key of P-256 but for one in four thousand million. */
function pushKeysOf(secret: string) {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(secret, 'base64url'))
  return { PUSH_PUBLIC_KEY: ecdh.getPublicKey('base64url'), PUSH_PRIVATE_KEY: secret }
}

/** The port that is wished for, else any that is free now. */
function freePort(wished: number): Promise<number> {
  const look = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const probe = createServer()
      probe.once('error', reject)
      probe.listen(port, () => {
        const address = probe.address()
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : port))
      })
    })
  return look(wished).catch(() => look(0))
}

/** Made at the first start and kept beside the data, so that sessions and sealed columns outlive a restart. */
function readSecrets(file: string): Secrets {
  const stored: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const secrets = secretsSchema.parse(
    Object.fromEntries(
      secretNames.map((name) => [name, stored[name] ?? randomBytes(32).toString('base64url')]),
    ),
  )
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}
