import { applicationApi } from '#protocol/application.ts'
import type { Call } from '#protocol/http.ts'
import { successionApi } from '#protocol/succession.ts'
import { orderPages, successionPages } from '#vocabulary/site-pages.ts'
import type { Pending } from './no-contract.tsx'
import { valueOf } from './shared/part.ts'
import { attempt } from './shared/attempt.ts'

const applied: readonly string[] = ['submitted', 'in_review', 'accepted']
const inherited: readonly string[] = ['submitted', 'documents_requested', 'announced']

/** What an account without a contract waits for; none where nothing was sent, or what was is over. */
export async function pendingOf(call: Call): Promise<Pending | undefined> {
  const [application, succession] = await Promise.all([
    attempt(call(applicationApi.applicationStatusGet)),
    attempt(call(successionApi.successionGet)),
  ])
  const order = valueOf(application)
  if (order !== undefined && applied.includes(order.state)) {
    const { stateLabel, sentence } = order
    return { stateLabel, sentence, href: orderPages.done }
  }
  const heir = valueOf(succession)
  if (heir === undefined || !inherited.includes(heir.state)) return undefined
  const { stateLabel, sentence, asked } = heir
  return { stateLabel, sentence, asked, href: successionPages.apply }
}
