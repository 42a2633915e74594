import { createAnnouncement } from '#backend/adapters/announcement.ts'
import { createCard, createCardPage } from '#backend/adapters/card.ts'
import { createCarrier, createPortIn, createTextMessages } from '#backend/adapters/carrier.ts'
import { createGroupServices } from '#backend/adapters/group-service.ts'
import { createIdentity } from '#backend/adapters/identity.ts'
import { createLetters } from '#backend/adapters/letter.ts'
import { createMail } from '#backend/adapters/mail.ts'
import { PAGE_WAIT_MS } from '#backend/adapters/outside-call.ts'
import { createSealStore } from '#backend/adapters/seal-store.ts'
import { createPushServices } from '#backend/adapters/push-services.ts'
import { createPoints } from '#backend/adapters/points.ts'
import { createWebhookReceivers } from '#backend/adapters/webhook-receivers.ts'
import type { Log } from '#backend/log.ts'
import { createOidc } from '#backend/platform/oidc.ts'
import type { Config } from './config/config.ts'

export type OutsideSystems = ReturnType<typeof createOutsideSystems>

/** The systems of others that we call, each at its configured address. Nothing is called here. */
export function createOutsideSystems(config: Config, log: Log) {
  const toCarrier = { url: config.CARRIER_URL, secret: config.CARRIER_SECRET }
  const toCard = { url: config.CARD_URL, secret: config.CARD_SECRET }
  const toPoints = { url: config.POINTS_URL, secret: config.POINTS_SECRET }
  return {
    oidc: createOidc({
      issuer: config.OIDC_ISSUER,
      clientId: config.OIDC_CLIENT_ID,
      clientSecret: config.OIDC_CLIENT_SECRET,
      secondFactorAcr: config.OIDC_SECOND_FACTOR_ACR,
      scope: config.OIDC_SCOPE,
      registrationUrl: config.OIDC_REGISTRATION_URL,
      claims: config.OIDC_CLAIMS,
    }),
    announcement: createAnnouncement({
      scriptUrl: config.ANNOUNCE_SCRIPT_URL,
      onFailure: (err) => log.warn({ err }, 'announcement service'),
    }),
    carrier: createCarrier(toCarrier),
    textMessages: createTextMessages(toCarrier),
    portIn: createPortIn(toCarrier),
    groupServices: createGroupServices({
      url: config.GROUP_SERVICES_URL,
      secret: config.GROUP_SERVICES_SECRET,
    }),
    mail: createMail({ url: config.MAIL_URL, from: config.MAIL_FROM }),
    identity: createIdentity({ url: config.IDENTITY_URL, secret: config.IDENTITY_SECRET }),
    card: createCard(toCard),
    /** For pages: gives up before the member does. */
    cardInTime: createCard({ ...toCard, timeoutMs: PAGE_WAIT_MS }),
    cardPage: createCardPage({
      url: config.CARD_UPDATE_URL,
      secret: config.CARD_UPDATE_SECRET,
    }),
    letters: lettersOf(config),
    push: pushOf(config),
    /** What members have named, each at its own address. */
    webhooks: createWebhookReceivers({ ownOrigins: config.WEBHOOK_OWN_ORIGINS }),
    sealStore: sealStoreOf(config),
    points: createPoints(toPoints),
    pointsInTime: createPoints({ ...toPoints, timeoutMs: PAGE_WAIT_MS }),
    pointsLogin: createOidc({
      issuer: config.POINTS_ISSUER,
      clientId: config.POINTS_CLIENT_ID,
      clientSecret: config.POINTS_CLIENT_SECRET,
      scope: 'openid',
    }),
  }
}

/** The push services of the members' browsers, where the operator has set keys of its own. */
function pushOf({
  PUSH_PUBLIC_KEY: publicKey,
  PUSH_PRIVATE_KEY: privateKey,
  PUSH_SUBJECT: subject,
  PUSH_SERVICES: services,
}: Config) {
  return publicKey === undefined || privateKey === undefined || subject === undefined
    ? undefined
    : createPushServices({ publicKey, privateKey, subject, services })
}

/** The house that posts letters, where the operator has one. */
const lettersOf = ({ LETTER_URL: url, LETTER_SECRET: secret }: Config) =>
  url === undefined || secret === undefined ? undefined : createLetters({ url, secret })

/** Where the seals of the audit are posted, if anywhere. */
export const sealStoreOf = ({
  AUDIT_SEAL_URL: url,
  AUDIT_SEAL_SECRET: secret,
}: {
  readonly AUDIT_SEAL_URL?: string | undefined
  readonly AUDIT_SEAL_SECRET?: string | undefined
}) => (url === undefined || secret === undefined ? undefined : createSealStore({ url, secret }))
