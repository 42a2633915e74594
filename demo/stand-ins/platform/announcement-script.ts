/** The script other sites load. It writes text only, and its promise never rejects. */
export const barScript = `(function () {
  'use strict'
  var origin = new URL(document.currentScript.src).origin
  function line(item) {
    var entry = document.createElement('li')
    entry.className = 'announce-bar__item'
    entry.dataset.level = item.level
    var text = document.createElement(item.url ? 'a' : 'span')
    if (item.url) text.href = item.url
    text.textContent = item.title
    entry.append(text)
    return entry
  }
  window.AnnounceBar = {
    init: function (options) {
      var place = document.getElementById('announce-bar')
      if (!place) return Promise.resolve()
      var query = new URLSearchParams({ placeId: options.placeId, size: options.size })
      return fetch(origin + '/announce/items?' + query)
        .then(function (response) { return response.ok ? response.json() : { items: [] } })
        .then(function (answer) {
          var list = document.createElement('ul')
          list.className = 'announce-bar__list'
          answer.items.forEach(function (item) { list.append(line(item)) })
          place.replaceChildren.apply(place, answer.items.length > 0 ? [list] : [])
        })
        .catch(function () {})
    },
  }
})()
`
