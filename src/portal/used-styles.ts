/** A rule of a style sheet: with the selectors it is for, with rules inside, or kept as it is. */
type Rule =
  | { selectors: { text: string; classes: string[] }[]; body: string }
  | { condition: string; rules: Rule[] }
  | { verbatim: string }

/**
 * Leaves of a style sheet what a page can use: a selector goes when the page has not all of its classes. Order and layers
 * stay, so that the whole sheet, added later, changes nothing of what is already to be seen.
 * @param sheet minified: without comments. It is taken apart for the first page that asks for it, not at the start.
 */
export function stylesFor(sheet: string): (html: string) => string {
  let rules: Rule[] | undefined
  return (html) => write((rules ??= rulesOf(sheet)), classesIn(html))
}

function classesIn(html: string): Set<string> {
  const lists = html.matchAll(/\sclass="([^"]*)"/g)
  return new Set([...lists].flatMap(([, list = '']) => list.split(/\s+/)))
}

function write(rules: Rule[], classes: Set<string>): string {
  return rules.map((rule) => writeRule(rule, classes)).join('')
}

function writeRule(rule: Rule, classes: Set<string>): string {
  if ('verbatim' in rule) return rule.verbatim
  if ('rules' in rule) {
    const inside = write(rule.rules, classes)
    return inside && `${rule.condition}{${inside}}`
  }
  const used = rule.selectors.filter((selector) =>
    selector.classes.every((one) => classes.has(one)),
  )
  return used.length > 0 ? `${used.map(({ text }) => text).join(',')}{${rule.body}}` : ''
}

/** At-rules that hold rules; the others (`@keyframes`, `@page`) are small and kept. */
const holdsRules = /^@(layer|media|supports|container|starting-style)\b/

function rulesOf(sheet: string): Rule[] {
  const rules: Rule[] = []
  let begin = 0
  let bodyAt = 0
  let depth = 0
  for (const { 0: mark, index } of sheet.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]/g)) {
    const end = index + 1
    if (mark === '{' && depth++ === 0) bodyAt = end
    const closes = mark === '}' && --depth === 0
    if (closes) rules.push(ruleOf(sheet.slice(begin, bodyAt - 1), sheet.slice(bodyAt, index)))
    const isStatement = mark === ';' && depth === 0
    if (isStatement) rules.push({ verbatim: sheet.slice(begin, end) })
    if (closes || isStatement) begin = end
  }
  return rules
}

function ruleOf(head: string, body: string): Rule {
  if (holdsRules.test(head)) return { condition: head, rules: rulesOf(body) }
  if (head.startsWith('@')) return { verbatim: `${head}{${body}}` }
  const selectors = alternatives(head).map((text) => ({ text, classes: neededBy(text) }))
  return { selectors, body }
}

/** The selectors of a list; a comma in brackets belongs to one of them. */
function alternatives(list: string): string[] {
  if (!list.includes(',')) return [list]
  return list.match(/(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\[[^\]]*\]|[^,])+/g) ?? []
}

/** What is in brackets is one way of several, or must not be there: it does not count. */
function neededBy(selector: string): string[] {
  let outside = selector.includes('[') ? selector.replaceAll(/\[[^\]]*\]/g, '') : selector
  while (outside.includes('(')) {
    const shorter = outside.replaceAll(/\([^()]*\)/g, '')
    if (shorter === outside) return []
    outside = shorter
  }
  return [...outside.matchAll(/\.([a-z_-][\w-]*)/gi)].map(([, name = '']) => name)
}
