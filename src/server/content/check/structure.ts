import { attribute, classesOf, descendants, textOf } from '../html-tree.ts'
import { findingAt } from './page.ts'
import type { CheckedPage, Finding, Rule } from './page.ts'

const descriptionLength = { min: 70, max: 120 }

export const structureRules: Rule[] = [leadingSpan, oneH1, headingOrder, ids, tables, accordions]

function leadingSpan(page: CheckedPage): Finding[] {
  const { title, description } = page.rendered
  const length = [...description].length
  const at = (message: string) => [{ file: page.file, line: 1, message }]
  if (title === '') return at('the first element has no data-title')
  if (length < descriptionLength.min || length > descriptionLength.max) {
    return at(`data-description has ${length} characters, wanted 70–120`)
  }
  const date = page.rendered.date
  return date === undefined || /^\d{4}-\d{2}-\d{2}$/.test(date) ? [] : at(`data-date is ${date}`)
}

function oneH1(page: CheckedPage): Finding[] {
  const count = page.headings.filter((heading) => heading.level === 1).length
  return count === 1 ? [] : [{ file: page.file, line: 1, message: `${count} h1, wanted one` }]
}

function headingOrder(page: CheckedPage): Finding[] {
  return page.headings.flatMap((heading, index) => {
    const before = page.headings[index - 1]?.level ?? 0
    if (heading.level <= before + 1) return []
    const message = `h${heading.level}「${heading.text}」follows h${before}`
    return [{ file: page.file, line: 1, message }]
  })
}

function ids(page: CheckedPage): Finding[] {
  const repeated = page.rendered.ids.filter((id, index, all) => all.indexOf(id) !== index)
  return repeated.map((id) => ({ file: page.file, line: 1, message: `id ${id} stands twice` }))
}

function tables(page: CheckedPage): Finding[] {
  return page.elements
    .filter((element) => element.tagName === 'table')
    .flatMap((table) => {
      const inside = descendants(table)
      const named =
        inside.some((element) => element.tagName === 'caption') ||
        ['aria-label', 'aria-labelledby'].some((name) => attribute(table, name))
      const unlabelled = classesOf(table).includes('table--stack')
        ? inside.filter((cell) => cell.tagName === 'td' && !attribute(cell, 'data-label'))
        : []
      return [
        ...(named ? [] : [findingAt(page, table, 'the table has no caption')]),
        ...unlabelled.map((cell) => findingAt(page, cell, 'td without data-label')),
      ]
    })
}

function accordions(page: CheckedPage): Finding[] {
  return page.elements
    .filter((element) => element.tagName === 'details')
    .filter((details) => {
      const summary = descendants(details).find((element) => element.tagName === 'summary')
      return summary === undefined || textOf(summary) === ''
    })
    .map((details) => findingAt(page, details, 'details without a summary'))
}
