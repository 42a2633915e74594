/** What 入力 asks: the answers it takes, and the sentence when one is missing. */
export type Question = {
  readonly missing: string
  /** The answers on offer; without them any text is taken. */
  readonly answers?: readonly string[]
  readonly optional?: boolean
}

export type Draft<Name extends string> = {
  /** As typed; an empty text where nothing was. */
  readonly typed: Readonly<Record<Name, string>>
  readonly errors: Readonly<Record<string, string>>
}

/** Reads the answers out of the address (入力 → 確認 is a GET) or out of a form. */
export function readDraft<Name extends string>(
  given: { get: (name: string) => FormDataEntryValue | null },
  questions: Readonly<Record<Name, Question>>,
): Draft<Name> {
  const typed: Record<string, string> = {}
  const errors: Record<string, string> = {}
  for (const [name, question] of Object.entries<Question>(questions)) {
    const value = given.get(name)
    const text = typeof value === 'string' ? value.trim() : ''
    typed[name] = text
    if (!isAnswered(question, text)) errors[name] = question.missing
  }
  return { typed: complete(typed, questions), errors }
}

function isAnswered({ answers, optional = false }: Question, text: string) {
  if (text === '') return optional
  return answers === undefined || answers.includes(text)
}

function complete<Name extends string>(
  typed: Record<string, string>,
  questions: Readonly<Record<Name, Question>>,
): Record<Name, string> {
  const isComplete = (record: Record<string, string>): record is Record<Name, string> =>
    Object.keys(questions).every((name) => name in record)
  if (!isComplete(typed)) throw new Error('a question without a place for its answer')
  return typed
}

/** The answer as one of a closed list, for the typed client. */
export function oneOf<const Answer extends string>(
  answers: readonly Answer[],
  text: string,
): Answer | undefined {
  return answers.find((answer) => answer === text)
}

/** Sentences of a VALIDATION_FAILED beside the fields they belong to. */
export function fieldErrors(
  fields: Readonly<Record<string, readonly string[]>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, sentences]) => [name, sentences[0] ?? '']),
  )
}
