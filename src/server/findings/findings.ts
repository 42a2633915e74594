import { accountFindings } from '#backend/account/findings.ts'
import { applicationFindings } from '#backend/application/findings.ts'
import { billingFindings } from '#backend/billing/findings.ts'
import { carrierFindings } from '#backend/carrier/findings.ts'
import { dataFindings } from '#backend/data/findings.ts'
import { deviceFindings } from '#backend/device/findings.ts'
import { documentFindings } from '#backend/document/findings.ts'
import { exportFindings } from '#backend/export/findings.ts'
import { familyFindings } from '#backend/family/findings.ts'
import type { Findings, NamedFinding } from '#backend/finding.ts'
import { giftFindings } from '#backend/gift/findings.ts'
import { handoverFindings } from '#backend/handover/findings.ts'
import { identityFindings } from '#backend/identity/findings.ts'
import { jobFindings } from '#backend/jobs/findings.ts'
import { callFindings } from '#backend/line/findings.ts'
import { mailFindings } from '#backend/mail/findings.ts'
import { openingFindings } from '#backend/opening/findings.ts'
import { passkeyFindings } from '#backend/passkey/findings.ts'
import { phoneMoveFindings } from '#backend/phone-move/findings.ts'
import { webhookFindings } from '#backend/webhook/findings.ts'
import { pointFindings } from '#backend/point/findings.ts'
import { orderFindings } from '#backend/procedure/findings.ts'
import type { Registry } from '#backend/procedure/registry.ts'
import { successionFindings } from '#backend/succession/findings.ts'

/** Everything that may wait for a person, by the name that the command and the metric use. */
export function findingsOfTheHouse(procedures: Registry): ReadonlyMap<string, NamedFinding> {
  const all: Findings = {
    ...orderFindings(procedures),
    ...carrierFindings,
    ...identityFindings,
    ...billingFindings,
    ...dataFindings,
    ...callFindings,
    ...mailFindings,
    ...deviceFindings,
    ...accountFindings,
    ...applicationFindings,
    ...openingFindings,
    ...documentFindings,
    ...exportFindings,
    ...passkeyFindings,
    ...phoneMoveFindings,
    ...webhookFindings,
    ...pointFindings,
    ...successionFindings,
    ...handoverFindings,
    ...familyFindings,
    ...giftFindings,
    ...jobFindings,
  }
  return new Map(Object.entries(all).map(([name, finding]) => [name, { ...finding, name }]))
}
