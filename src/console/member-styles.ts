import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../', import.meta.url))
const aliases: Readonly<Record<string, string>> = { '#ui': 'ui', '#portal': 'portal' }

/** Of the site around my page, which the frame has not. */
const around = /^\.\/(?:shell|site\/|order|login-end)/

/** What my page's style sheet says, file by file, with the layer each is in. */
function filesOf(
  file: string,
  layer = 'page',
): { readonly layer: string; readonly text: string }[] {
  const text = readFileSync(file, 'utf8')
  const imported = [...text.matchAll(/@import '([^']+)'(?: layer\((\w+)\))?;/g)].flatMap(
    ([, from = '', within]) =>
      around.test(from) ? [] : filesOf(resolve(dirname(file), from), within ?? layer),
  )
  return [...imported, { layer, text: text.replaceAll(/@(?:import|layer)[^;{]*;/g, '') }]
}

function resolve(folder: string, from: string): string {
  const [head = '', ...rest] = from.split('/')
  const layer = aliases[head]
  return layer === undefined ? join(folder, from) : join(source, layer, ...rest)
}

/** What stands for the document in a style sheet is, here, the frame. */
const inFrame = (text: string) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    // What is of a whole document cannot stand within a rule; the desk's own sheet has the movements.
    .replaceAll(
      /@(?:view-transition|page|font-face|(?:keyframes|counter-style|property) [\w-]+)\s*\{(?:[^{}]|\{[^{}]*\})*\}/g,
      '',
    )
    .replaceAll(/(?:html|body):has\(\.mybar\)/g, '&')
    .replaceAll(/(^|[\s,}])(?:html|body|:root)(?=[\s,:{])/g, '$1&')

/**
 * My page's own style sheet, for `.member-screen` alone: the member's screen looks in the console as it does to the member,
 * and nothing of it reaches the desk around it.
 */
export function memberStyles(): string {
  const files = filesOf(join(source, 'portal/portal.css'))
  const layers = [...new Set(files.map(({ layer }) => `member.${layer}`))]
  return [
    `@layer ${layers.join(', ')};`,
    ...files.map(
      ({ layer, text }) => `@layer member.${layer} { .member-screen { ${inFrame(text)} } }`,
    ),
  ].join('\n')
}
