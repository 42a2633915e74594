type Texts = Readonly<Record<string, string | undefined>>

/** What a field of a form is given by its name: what it holds, and the sentence beside it. */
export const fieldsIn = (values: Texts, errors: Texts) => (name: string) => ({
  name,
  defaultValue: values[name],
  error: errors[name],
})
