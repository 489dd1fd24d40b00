//! [`Worker`]: the thread that answers calls, one after the other, since the engine has one state.

use std::thread;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::server::DocsServer;
use crate::error::CliError;
use crate::http::deadline::Deadline;

/// Most calls that wait for the one that is answered. A waiting one costs a few hundred bytes.
const MOST_WAITING: usize = 128;

/// Beyond the time of a host, to make an answer of what has arrived.
const GRACE: Duration = Duration::from_secs(2);

/// Something to do on the thread.
type Job = Box<dyn FnOnce(&mut DocsServer) + Send>;

/// A thread with a [`DocsServer`], and the calls that wait for it. The thread ends when the worker is dropped.
pub struct Worker {
    jobs: mpsc::Sender<Job>,
    /// Time that a host has for a call; `None` for a folder.
    time: Option<Duration>,
}

/// Why a call has no answer.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// Too many calls wait.
    #[error("busy: fewer than {} waiting calls expected, as many found; try again in a second", MOST_WAITING)]
    Busy,
    /// The time of the host is over.
    #[error(
        "an answer within {} s expected, none found: the host is slow, or an earlier call still waits for it; try again, \
         or start docfuse mcp with a longer --timeout", .0.as_secs()
    )]
    TooSlow(Duration),
    /// The client does not wait any more.
    #[error("the call was cancelled")]
    Cancelled,
    /// The thread panicked. In the published command, panics end the process.
    #[error("the search stopped; start docfuse mcp again, and report it")]
    Stopped,
}

impl Worker {
    /// Starts the thread, which loads the encoder first.
    ///
    /// # Errors
    /// The system has no thread to give.
    pub fn start(mut server: DocsServer, time: Option<Duration>) -> Result<Self, CliError> {
        let (jobs, mut waiting) = mpsc::channel::<Job>(MOST_WAITING);
        let work = move || {
            server.prepare(time.map(Deadline::of_call));
            while let Some(job) = waiting.blocking_recv() {
                job(&mut server);
            }
        };
        thread::Builder::new().name("docfuse-mcp".to_owned()).spawn(work).map_err(|error| {
            CliError::System(format!("cannot start a thread: {error}; close other programs, and try again"))
        })?;
        Ok(Worker { jobs, time })
    }

    /// Has the thread call `job`, unless nobody waits for it any more: this was dropped.
    ///
    /// # Errors
    /// There is no answer in time.
    pub async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut DocsServer) -> T + Send + 'static,
    ) -> Result<T, Unanswered> {
        // Waiting for earlier calls counts.
        let deadline = self.time.map(Deadline::of_call);
        let (sender, answer) = oneshot::channel();
        let job = move |server: &mut DocsServer| {
            if !sender.is_closed() {
                server.begin(deadline);
                // Who has gone meanwhile needs no answer.
                let _ = sender.send(job(server));
            }
        };
        self.jobs.try_send(Box::new(job)).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => Unanswered::Busy,
            mpsc::error::TrySendError::Closed(_) => Unanswered::Stopped,
        })?;
        match self.time {
            None => answer.await.map_err(|_| Unanswered::Stopped),
            Some(time) => match timeout(time + GRACE, answer).await {
                Ok(answered) => answered.map_err(|_| Unanswered::Stopped),
                Err(_) => Err(Unanswered::TooSlow(time)),
            },
        }
    }
}
