// Runs in the browser beside Swagger UI: puts our name above the reference, and the examples of each operation into it.

const ownBundle = window.SwaggerUIBundle;
const docs = new URL(`${location.pathname.replace(/\/$/, '')}/`, location.href);

/** Swagger UI's plug-in: the examples stand above the parameters of an operation. */
function samplesPlugin({ React }) {
  const h = React.createElement;

  function Samples({ samples }) {
    const [chosen, choose] = React.useState(0);
    const [isCopied, setCopied] = React.useState(false);
    const { lang, source } = samples[Math.min(chosen, samples.length - 1)];
    const tab = (sample, index) =>
      h(
        'button',
        {
          key: sample.lang,
          type: 'button',
          role: 'tab',
          'aria-selected': index === chosen,
          onClick: () => {
            choose(index);
            setCopied(false);
          },
        },
        sample.lang,
      );
    const copy = async () => {
      await navigator.clipboard.writeText(source);
      setCopied(true);
    };
    return h(
      'section',
      { className: 'atelier-samples', 'aria-label': 'Examples' },
      h(
        'header',
        null,
        h('h4', null, 'Example'),
        h('div', { role: 'tablist' }, samples.map(tab)),
        h('button', { type: 'button', className: 'atelier-copy', onClick: copy }, isCopied ? 'Copied' : 'Copy'),
      ),
      h('pre', { role: 'tabpanel', 'aria-label': lang }, h('code', null, source)),
    );
  }

  const withSamples = (Original) => (props) => {
    const samples = props.operation?.get('x-codeSamples')?.toJS() ?? [];
    const own = h(Original, props);
    return samples.length > 0 ? h(React.Fragment, null, h(Samples, { samples }), own) : own;
  };
  return { wrapComponents: { parameters: withSamples } };
}

// The page makes its Swagger UI once it has loaded, which is after this.
window.SwaggerUIBundle = Object.assign(
  (config) => ownBundle({ ...config, plugins: [...config.plugins, samplesPlugin] }),
  ownBundle,
);

const link = (text, target) =>
  Object.assign(document.createElement('a'), { textContent: text, href: new URL(target, docs).href });
const name = link('', '../');
name.append(
  Object.assign(document.createElement('img'), { src: new URL('static/theme/icon.svg', docs).href, alt: '' }),
  'Atelier',
);
const bar = Object.assign(document.createElement('header'), { className: 'atelier-bar' });
bar.append(name, link('Studio', '../'), link('OpenAPI document', '../openapi.json'));
document.body.prepend(bar);
