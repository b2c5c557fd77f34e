/** The page for people: paste what the shop got, see what the payer's app would show, and pay. */
export const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Rail simulator</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
  textarea, pre { width: 100%; box-sizing: border-box; font: 13px/1.4 ui-monospace, monospace }
  pre { background: #f4f4f4; padding: 1rem; overflow: auto }
  button { font: inherit; padding: .4rem 1rem; margin-right: .5rem }
</style>
<h1>Rail simulator</h1>
<p>Paste what <code>GET /payins/{idPayin}</code> answered. The payer's app reads the code, checks it, and pays what it asks for.
No money moves: the receiving account's feed says that it has.</p>
<label for="payin">Payin</label>
<textarea id="payin" rows="14" spellcheck="false"></textarea>
<p><button id="look">Scan</button><button id="pay">Pay</button></p>
<pre id="said" aria-live="polite"></pre>
<script type="module">
  const said = document.querySelector('#said')
  const send = async (path) => {
    const body = document.querySelector('#payin').value
    try {
      const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      said.textContent = await answer.text()
    } catch (error) {
      said.textContent = String(error)
    }
  }
  document.querySelector('#look').addEventListener('click', () => send('/look'))
  document.querySelector('#pay').addEventListener('click', () => send('/pay'))
</script>
</html>
`
