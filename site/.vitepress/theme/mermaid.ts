/** A diagram, drawn in the browser. The library is loaded where a page has one. */
import { defineComponent, h, onMounted, ref } from 'vue'

export const Mermaid = defineComponent({
  props: { source: { type: String, required: true } },
  setup({ source }) {
    const drawing = ref('')
    onMounted(async () => {
      const { default: mermaid } = await import('mermaid')
      mermaid.initialize({
        startOnLoad: false,
        flowchart: { wrappingWidth: 640 },
        theme: document.documentElement.classList.contains('dark') ? 'dark' : 'default',
      })
      const { svg } = await mermaid.render(
        `diagram-${Math.random().toString(36).slice(2)}`,
        decodeURIComponent(source),
      )
      drawing.value = svg
    })
    return () => h('div', { class: 'diagram', innerHTML: drawing.value })
  },
})
