import { RefusalError } from '#backend/refusal.ts'
import { scopesToGive } from '#protocol/scopes.ts'
import { scopeWords, type AccessScope } from '#vocabulary/connection.ts'

/** Nobody gives more than they have. @throws RefusalError VALIDATION_FAILED */
export function requireGivable(
  scopes: readonly AccessScope[],
  given: Parameters<typeof scopesToGive>[0],
): void {
  const known = scopesToGive(given)
  const beyond = scopes.filter((scope) => !known.includes(scope))
  if (beyond.length === 0) return
  const names = beyond.map((scope) => `「${scopeWords[scope].label}」`).join('')
  const why = given.isOfLines
    ? `${names}は、ご契約の全体を見せるため、回線を選んだときは許せません。`
    : `${names}は、お客さまの役割では許せません。`
  throw new RefusalError({ code: 'VALIDATION_FAILED', fields: { scopes: [why] } })
}
