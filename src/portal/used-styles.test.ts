import { expect, test } from 'vitest'
import { stylesFor } from './used-styles.ts'

const page = '<div class="card card--wide"><a class="button">a</a></div>'

test.each([
  ['a rule for a class of the page', '.card{color:red}', '.card{color:red}'],
  ['not one for another class', '.tabs{color:red}', ''],
  ['of a list what the page has', '.tabs,.card>a,p{color:red}', '.card>a,p{color:red}'],
  ['not when one of the classes is missing', '.card .tabs{color:red}', ''],
  [
    'what is one way of several',
    '.card :is(.tabs,.button){top:0}',
    '.card :is(.tabs,.button){top:0}',
  ],
  [
    'what must not be there',
    '.card:not(.tabs,:has(.a)){top:0}',
    '.card:not(.tabs,:has(.a)){top:0}',
  ],
  ['an attribute with a dot', 'a[href$=".pdf,x"]{top:0}', 'a[href$=".pdf,x"]{top:0}'],
  ['a text with brackets', '.card:after{content:"}.a{"}', '.card:after{content:"}.a{"}'],
  [
    'the order of the layers, and no empty one',
    '@layer base,page;@layer base{.tabs{top:0}}@layer page{.card{top:0}.tabs{top:0}}',
    '@layer base,page;@layer page{.card{top:0}}',
  ],
  [
    'conditions within conditions',
    '@media print{@supports (top:0){.card{top:0}}.tabs{top:0}}@media screen{.tabs{top:0}}',
    '@media print{@supports (top:0){.card{top:0}}}',
  ],
  ['movements', '@keyframes a{0%{top:0}to{top:1px}}', '@keyframes a{0%{top:0}to{top:1px}}'],
])('ページは%sを持つ', (_, sheet, carried) => {
  expect(stylesFor(sheet)(page)).toBe(carried)
})
