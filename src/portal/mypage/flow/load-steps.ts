import { noteOf, stepOf } from '#portal/mypage/flow/address.ts'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import {
  parseGiven,
  type GivenAnswers,
  type Asking,
  type FieldSentences,
  type FormSchema,
} from '#protocol/form.ts'
import { errorsOf, firstOf } from '#portal/mypage/flow/stopped.tsx'

/** The sentence beside each field. */
export type Errors = Readonly<Record<string, string>>
/** 確認 cannot be shown: 入力 is, with what it still needs. */
export type Missing = { readonly missing: Errors }
export const missing = (fields: FieldSentences = {}): Missing => ({ missing: firstOf(fields) })

type Steps<Input, Confirm, Done> = {
  readonly input: (errors: Errors) => Promise<Input>
  readonly confirm: () => Promise<Confirm | Missing>
  readonly done: (orderNo: string) => Promise<Done>
}
type WithUndo<Undo> = { readonly undo: (orderNo: string) => Promise<Undo> }

type Note = { readonly note: ReturnType<typeof noteOf> }
type Loaded<Input, Confirm, Done> =
  | ({ readonly step: 'input' } & Input)
  | ({ readonly step: 'confirm' } & Note & Confirm)
  | ({ readonly step: 'done' } & Done)

/** What the step of this address shows; each is asked for only where it is shown. */
export function loadSteps<Input, Confirm, Done>(
  url: URL,
  steps: Steps<Input, Confirm, Done>,
): Promise<Loaded<Input, Confirm, Done>>
export function loadSteps<Input, Confirm, Done, Undo>(
  url: URL,
  steps: Steps<Input, Confirm, Done> & WithUndo<Undo>,
): Promise<Loaded<Input, Confirm, Done> | ({ readonly step: 'undo' } & Note & Undo)>
export async function loadSteps<Input, Confirm, Done, Undo>(
  url: URL,
  steps: Steps<Input, Confirm, Done> & Partial<WithUndo<Undo>>,
) {
  const step = stepOf(url)
  const note = noteOf(url)
  if (step.name === 'done') return { step: 'done', ...(await steps.done(step.orderNo)) } as const
  if (step.name === 'undo' && steps.undo)
    return { step: 'undo', note, ...(await steps.undo(step.orderNo)) } as const
  const confirmed = step.name === 'confirm' ? await steps.confirm() : { missing: {} }
  if (isMissing(confirmed))
    return { step: 'input', ...(await steps.input(confirmed.missing)) } as const
  return { step: 'confirm', note, ...confirmed } as const
}

const isMissing = (confirmed: unknown): confirmed is Missing =>
  typeof confirmed === 'object' && confirmed !== null && 'missing' in confirmed

/** The estimate for the answers of the address, parsed by its own schema; or what they miss. */
export async function review<Schema extends FormSchema, Estimate>(
  url: URL,
  { query }: Asking<Schema>,
  estimate: (answers: GivenAnswers<Schema>) => Promise<Estimate>,
): Promise<{ readonly estimate: Estimate; readonly answers: GivenAnswers<Schema> } | Missing> {
  const parsed = parseGiven(query, url.searchParams)
  if ('fields' in parsed) return missing(parsed.fields)
  const answer = await attempt(url, estimate(parsed.value))
  if ('value' in answer) return { estimate: answer.value, answers: parsed.value }
  const [field = ''] = Object.keys(query.shape)
  return { missing: errorsOf(answer.refused, field) }
}
