import { StartRefusal } from '#process/start-refusal.ts'

const MOST_LETTERS = 60

/** Takes `--<name> <value>` out of the words of a command line; undefined where it is not there. */
export function optionOf(words: string[], name: string): string | undefined {
  const at = words.indexOf(`--${name}`)
  if (at === -1) return undefined
  const [, value = ''] = words.splice(at, 2)
  if (value.trim() === '' || value.startsWith('--') || value.length > MOST_LETTERS)
    throw new StartRefusal(`Say --${name} with a value of at most ${MOST_LETTERS} letters.`)
  return value.trim()
}

/** Takes `--who <name>` out of the words: the person of the staff who does it. */
export function whoOf(words: string[]): string {
  const who = optionOf(words, 'who')
  if (who === undefined) throw new StartRefusal('Say --who <your name>: who does it is recorded.')
  return who
}
