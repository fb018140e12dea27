import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints/index.ts';

/** Endpoints under one heading of the reference. */
export interface EndpointGroup {
  readonly name: string;
  readonly about: string;
  readonly endpoints: readonly Endpoint[];
}

const E = ENDPOINTS;

/** Every endpoint, in the order in which a customer meets them; those for operators come last. */
export const ENDPOINT_GROUPS: readonly EndpointGroup[] = [
  {
    name: 'Make images and videos',
    about: 'Each request answers at once with one job for each output. Follow the jobs until they end.',
    endpoints: [
      E.submitVirtualTryOn,
      E.submitGenerate,
      E.submitEdit,
      E.submitInpaint,
      E.submitUpscale,
      E.submitAnimate,
      E.submitTextToVideo,
      E.submitJob,
    ],
  },
  {
    name: 'Jobs',
    about: 'A job makes one output. When it has completed, `result.url` is the image or video.',
    endpoints: [E.getJob, E.getJobEvents, E.listJobs, E.getEvents, E.cancelJob],
  },
  {
    name: 'Uploads',
    about: 'Images that you upload, and the files of results.',
    endpoints: [E.uploadImage, E.getImage, E.readImages, E.deleteImage, E.getMedia],
  },
  {
    name: 'Library',
    about: 'Uploads and results: find them, decide on them, comment on them and put them into collections.',
    endpoints: [
      E.listLibraryImages,
      E.getLibraryImage,
      E.getThumbnail,
      E.reviewLibraryImage,
      E.reviewLibraryImages,
      E.deleteLibraryImage,
      E.deleteLibraryImages,
      E.listComments,
      E.createComment,
      E.createCollection,
      E.listCollections,
      E.getCollection,
      E.renameCollection,
      E.changeCollectionImages,
      E.deleteCollection,
    ],
  },
  {
    name: 'Export and review links',
    about: 'Collections as files for a shop, and as a page for people without a key.',
    endpoints: [
      E.exportCollection,
      E.listExportFormats,
      E.createExportFormat,
      E.changeExportFormat,
      E.deleteExportFormat,
      E.createReviewLink,
      E.listReviewLinks,
      E.revokeReviewLink,
      E.readReview,
      E.getReviewImage,
      E.getReviewThumbnail,
      E.commentReview,
    ],
  },
  {
    name: 'Products, avatars and presets',
    about: 'Assets that you save once and use in many requests.',
    endpoints: [
      E.createAsset,
      E.uploadAssetImage,
      E.linkImageToAsset,
      E.listAssets,
      E.getAsset,
      E.listAssetImages,
      E.changeAsset,
      E.deleteAsset,
      E.analyzePreset,
    ],
  },
  {
    name: 'Catalogue',
    about: 'Products by SKU, and their images by address. You can repeat each request without creating anything twice.',
    endpoints: [E.saveProduct, E.listProducts, E.addAssetImage, E.removeAssetImage],
  },
  {
    name: 'Looks and shoots',
    about: 'A look is a saved style for images of products. A shoot applies it to many products.',
    endpoints: [
      E.createLook,
      E.listLooks,
      E.getLook,
      E.changeLook,
      E.deleteLook,
      E.estimateShoot,
      E.createShoot,
      E.listShoots,
      E.getShoot,
      E.listShootItems,
      E.cancelShoot,
      E.resumeShoot,
      E.retryShootItems,
    ],
  },
  {
    name: 'Models and account',
    about: 'What you may use, what it costs, and what you have left.',
    endpoints: [E.listModels, E.getAccount, E.listLedgerEntries],
  },
  {
    name: 'Webhooks',
    about: 'The service tells your server when jobs end.',
    endpoints: [
      E.createWebhook,
      E.listWebhooks,
      E.deleteWebhook,
      E.rotateWebhookSecret,
      E.testWebhook,
      E.listDeliveries,
      E.redeliver,
    ],
  },
  {
    name: 'Keys and usage',
    about: 'Who may do what with the workspace, and what it costs.',
    endpoints: [E.createWorkspaceKey, E.listWorkspaceKeys, E.changeWorkspaceKey, E.revokeWorkspaceKey, E.getUsage],
  },
  {
    name: 'Unversioned interface',
    about: 'The older paths, for clients that use them already. New clients use `/v1`.',
    endpoints: [E.tryOn, E.generateImages, E.editImage, E.inpaintImage, E.upscaleImage, E.animateImage, E.makeVideo],
  },
  {
    name: 'Administration',
    about: 'For the operator of the service, with the admin key.',
    endpoints: [
      E.createWorkspace,
      E.listWorkspaces,
      E.changeWorkspace,
      E.deleteWorkspace,
      E.grantCredits,
      E.createKey,
      E.listKeys,
      E.revokeKey,
      E.listEngines,
    ],
  },
  {
    name: 'Operations',
    about: 'For programs around the service: health checks, metrics, engines and this document.',
    endpoints: [E.getHealth, E.getReadiness, E.getMetrics, E.receiveEngineMessage, E.getOpenApi],
  },
];

/** Every endpoint, in the order of the document. */
export const ENDPOINT_LIST: readonly Endpoint[] = ENDPOINT_GROUPS.flatMap(({ endpoints }) => endpoints);
