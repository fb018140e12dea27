/** Two hosted engines and their models, as the configuration file names them: fal, and the images API at an address. */
export function hostedEngines(imagesAddress: string): object {
  const fal = { operations: { virtual_try_on: { model: 'fal-ai/nano-banana-2/edit' } } };
  const images = { operations: { edit: { model: 'gpt-image-2' } } };
  return {
    engines: {
      fal: { adapter: 'fal', price: 0.04, requests_per_minute: 60, options: fal },
      images: { adapter: 'openai-images', base_url: imagesAddress, options: images },
    },
    models: { v6: ['fal', 'embedded'], 'nano-banana': ['images'] },
  };
}
