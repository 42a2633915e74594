import { attribute, classesOf, descendants, textOf } from '../html-tree.ts'
import { findingAt } from './page.ts'
import type { CheckedPage, Finding, Rule } from './page.ts'

/** The classes a fragment may use; the same words the design system styles. */
const vocabulary = new Set([
  'accordion',
  'amount',
  'badge',
  'badge--danger',
  'badge--good',
  'badge--warning',
  'beside',
  'beware',
  'bill-list',
  'breadcrumb',
  'button',
  'button--danger',
  'button--primary',
  'card',
  'card-grid',
  'charges',
  'code',
  'code__key',
  'code__text',
  'code__value',
  'charges__big',
  'checks',
  'columns',
  'device-screen',
  'device-screens',
  'facts',
  'facts--four',
  'fields',
  'field__input',
  'try',
  'field__label',
  'folds',
  'figure',
  'ground',
  'ground--near',
  'ground--next',
  'ground--raised',
  'ground--soft',
  'ground--sunken',
  'head',
  'head--ask',
  'head--rings',
  'head--wide',
  'head__words',
  'lead',
  'leaving',
  'link-list',
  'month-line',
  'month-line__bar',
  'month-line__end',
  'notice',
  'notice--danger',
  'notice--good',
  'notice--info',
  'notice--warning',
  'nowrap',
  'onward',
  'opening',
  'opening__note',
  'opening__phone',
  'overlap',
  'overlap__marks',
  'overlap__new',
  'overlap__old',
  'overlap__valid',
  'page',
  'phone-check',
  'pictures',
  'pictures--steps',
  'price',
  'price__amount',
  'price__unit',
  'prose',
  'questions',
  'reference',
  'reference--staged',
  'reference__call',
  'reference__facts',
  'reference__menu',
  'reference__stage',
  'reference__text',
  'ready',
  'section',
  'site-search',
  'site-search__often',
  'site-search__row',
  'site-search__words',
  'small',
  'stage',
  'steps',
  'stop',
  'summary-list',
  'support-tasks',
  'support-urgent',
  'swipe',
  'table',
  'table--lean',
  'table--stack',
  'table-scroll',
  'toc',
  'two',
  'two--top',
  'two--wide',
  'two__drawing',
  'visually-hidden',
])

const forbiddenTags = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'link',
  'base',
  'meta',
])

export const markupRules: Rule[] = [classes, noScript, newTabs, images, slots]

function classes(page: CheckedPage): Finding[] {
  return page.elements.flatMap((element) =>
    classesOf(element)
      .filter((name) => !vocabulary.has(name))
      .map((name) => findingAt(page, element, `class ${name} is not in the vocabulary`)),
  )
}

function noScript(page: CheckedPage): Finding[] {
  return page.elements.flatMap((element) => {
    if (forbiddenTags.has(element.tagName)) {
      return [findingAt(page, element, `<${element.tagName}> has no place in a fragment`)]
    }
    return element.attrs
      .filter(
        ({ name, value }) =>
          name === 'style' || name.startsWith('on') || /^javascript:/i.test(value),
      )
      .map(({ name }) => findingAt(page, element, `attribute ${name} is inline script or style`))
  })
}

function newTabs(page: CheckedPage): Finding[] {
  return page.elements
    .filter((element) => element.tagName === 'a')
    .flatMap((link) => {
      const outside = /^(https?:|\{\{\s*link\.)/.test(attribute(link, 'href') ?? '')
      const blank = attribute(link, 'target') === '_blank'
      if (outside && !blank) return [findingAt(page, link, 'an outside link opens a new tab')]
      if (!blank) return []
      const marked = descendants(link).some(
        (element) => classesOf(element).includes('visually-hidden') && textOf(element) === mark,
      )
      const safe = (attribute(link, 'rel') ?? '').split(' ').includes('noopener')
      return [
        ...(marked ? [] : [findingAt(page, link, `a new tab is announced by ${mark}`)]),
        ...(safe ? [] : [findingAt(page, link, 'target=_blank without rel=noopener')]),
      ]
    })
}

const mark = '（新しいタブで開きます）'

function images(page: CheckedPage): Finding[] {
  return page.elements.flatMap((element) => {
    if (element.tagName === 'img' && attribute(element, 'alt') === undefined) {
      return [findingAt(page, element, 'an image without alt')]
    }
    if (element.tagName !== 'svg') return []
    const named = descendants(element).some((child) => child.tagName === 'title')
    const spoken = attribute(element, 'role') === 'img' && named
    const silent = attribute(element, 'aria-hidden') === 'true'
    return spoken || silent ? [] : [findingAt(page, element, 'an svg without role=img and title')]
  })
}

/** React fills a slot by cutting the page there, so it must be empty and outside every element. */
function slots(page: CheckedPage): Finding[] {
  return page.elements
    .filter((element) => attribute(element, 'data-slot') !== undefined)
    .filter(
      (slot) => slot.parentNode?.nodeName !== '#document-fragment' || slot.childNodes.length > 0,
    )
    .map((slot) => findingAt(page, slot, 'a slot stands empty and at the top level'))
}
