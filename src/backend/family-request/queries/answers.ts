import type { LoadedContract } from '#backend/contract/load.ts'
import type { Db } from '#backend/db/connect.ts'
import { joinableOptions } from '#backend/option/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { readOnePack } from '#backend/top-up/public.ts'
import { options } from '#domain/catalogue/option.ts'
import { answersFor, type AskingLine } from '#domain/family-request/decide-request.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { familyRequestApi } from '#protocol/family-request.ts'
import { REQUEST_PACK, type RequestAnswer } from '#vocabulary/family-request.ts'
import type { RequestRow } from '../rows.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'book'>
type Possible = Answer<
  typeof familyRequestApi.familyRequestGet
>['requests'][number]['answers'][number]

type Asked = {
  readonly known: LoadedContract
  readonly row: RequestRow
  readonly line: AskingLine
  readonly now: Instant
}

/** What can be answered, each with its price and what it does to the next bill. What costs money is the holder's. */
export async function possibleAnswers(
  db: Db,
  deps: Deps,
  asked: Asked,
  isHolder: boolean,
): Promise<Possible[]> {
  const possible: Possible[] = []
  for (const answer of answersFor(asked.row.kind, asked.line)) {
    if (answer !== 'pack' && answer !== 'option') possible.push(free(answer))
    else if (isHolder)
      possible.push(
        ...(answer === 'pack'
          ? [await packAnswer(db, deps, asked)]
          : await optionAnswer(db, deps, asked)),
      )
  }
  return possible
}

const free = (answer: RequestAnswer): Possible => ({ answer, priceYen: 0, why: { allowed: true } })

async function packAnswer(db: Db, deps: Deps, { known, now }: Asked): Promise<Possible> {
  const pack = await readOnePack(db, deps, known, { packId: REQUEST_PACK, now })
  const { priceYen, why, nextBills } = pack
  return { answer: 'pack', priceYen, why, ...billOf(nextBills) }
}

async function optionAnswer(db: Db, deps: Deps, { row, now }: Asked): Promise<Possible[]> {
  const { option_code: code, contract_id: contractId, line_id: lineId } = row
  if (code === null) return []
  const { family } = options[code]
  const joinable = await joinableOptions(db, deps, { contractId, family, lineId, now })
  return joinable.options
    .filter(({ optionCode }) => optionCode === code)
    .map(({ monthlyYen, join, terms, estimate }) => ({
      answer: 'option',
      priceYen: monthlyYen,
      why: join,
      ...billOf(estimate.nextBills),
      option: {
        notices: estimate.notices,
        conditions: estimate.conditions,
        terms: { title: terms.title, path: terms.path, version: terms.version },
      },
    }))
}

/** The first bill that becomes another. */
function billOf(
  nextBills: readonly (NonNullable<Possible['bill']> & { readonly deltaYen: number })[],
): Pick<Possible, 'bill'> {
  const bill = nextBills.find(({ deltaYen }) => deltaYen !== 0)
  if (bill === undefined) return {}
  const { month, beforeYen, afterYen } = bill
  return { bill: { month, beforeYen, afterYen } }
}
